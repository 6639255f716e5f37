import type { Verdict } from '@/lib/core/shared/domain';

type KindEntry = {
  /** What it means, for a person. */
  means: string;
  /** Verdicts it can carry, by direction. */
  input: readonly Verdict[];
  output: readonly Verdict[];
};

const ANY: readonly Verdict[] = ['compatible', 'breaking', 'unknown'];
const both = (means: string, verdicts: readonly Verdict[] = ANY) => ({
  means,
  input: verdicts,
  output: verdicts,
});

/** Every kind of change a comparison reports. What is not listed here is never emitted. */
export const COMPAT_KINDS = {
  'type-changed': both('Other types of values are accepted.'),
  'enum-changed': both('Other values are listed, or values are listed at all.'),
  'bounds-changed': both('A lower or upper bound of numbers moved.'),
  'multiple-changed': both('Numbers must be multiples of something else.'),
  'length-changed': both('Texts may be shorter or longer.'),
  'count-changed': both('There may be more or fewer items or properties.'),
  'pattern-changed': both('Texts must match another pattern.'),
  'format-changed': both('The declared format of a text changed; it annotates only.', [
    'compatible',
    'unknown',
  ]),
  'default-changed': both('What leaving a value out means changed.', ['compatible', 'unknown']),
  'required-changed': both('A property has to be present, or no longer has to be.'),
  'property-added': both('A property is declared that was not.'),
  'property-removed': both('A property is no longer declared.'),
  'additional-properties-changed': both('Other properties than the declared ones are accepted.'),
  'property-names-changed': both('Names of properties obey other rules.'),
  'dependencies-changed': both('One property demands others, or a shape, in another way.'),
  'items-changed': both('The items of an array changed in general, or a place of a tuple.'),
  'contains-changed': both('What an array has to contain changed.'),
  'unique-items-changed': both('Items may, or may not, repeat.'),
  'alternatives-changed': both('The alternatives of anyOf or oneOf changed.'),
  'exclusion-changed': both('What "not" excludes changed.'),
  'condition-changed': both('What if, then and else demand changed.'),
  'schema-changed': both('Everything or nothing is accepted in a place.'),
  'reference-unresolved': both('A reference cannot be followed.', ['unknown', 'breaking']),
  'keyword-undecided': both('A keyword differs whose effect could not be decided.', [
    'unknown',
    'breaking',
  ]),
  'too-large': both('The schemas are too large or too entangled to compare to the end.', [
    'unknown',
  ]),
  'annotation-changed': both('What the capability declares of its own effects changed.'),
} satisfies Record<string, KindEntry>;

export type ChangeKind = keyof typeof COMPAT_KINDS;
