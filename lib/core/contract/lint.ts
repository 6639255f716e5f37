import type { Effect } from '@/lib/core/shared/annotations';
import type { Surface } from '@/lib/core/shared/domain';
import { findHiddenCharacters, findInstructions, type Span } from '@/lib/core/shared/text-safety';
import { findNearDuplicate, type Neighbour } from './duplicates';
import {
  CHANGE_FORMS,
  EFFECT_STATEMENT,
  HAN_CHANGES,
  HAN_LOSSES,
  HAN_MARKETING,
  HAN_VERBS,
  LOSS_FORMS,
  MARKETING,
  VERB_FORMS,
} from './words';

export const DESCRIPTION_MAX = 1024;
/** Below this many units (words, or two Chinese characters) nobody can choose by it. */
const MIN_UNITS = 3;
const FEW_UNITS = 4;
/** Where a verb is looked for: a description says what it does at its beginning. */
const OPENING_WORDS = 30;
/** From so many words on a text has had the room to say what it does. */
const TELLING_WORDS = 20;
/** More places than these of one rule are not marked. */
const MAX_SPANS = 20;

export const LINT_RULES = [
  'missing',
  'too-short',
  'too-long',
  'marketing',
  'no-verb',
  'no-object',
  'side-effect',
  'instruction',
  'hidden-characters',
  'near-duplicate',
] as const;
export type LintRule = (typeof LINT_RULES)[number];

export type LintFinding = {
  rule: LintRule;
  severity: 'error' | 'warning' | 'info';
  message: string;
  suggestion: string;
  /** Where it stands in the text; empty when it is about the whole. */
  spans: Span[];
  /** `remove`: without what stands there it is mended. */
  fix?: 'remove';
};

export type LintInput = {
  description: string;
  surface: Surface;
  /** What its annotations declare; null when they say nothing. */
  effect: Effect | null;
  /** Other capabilities' descriptions, for near-duplicates. */
  neighbours?: readonly Neighbour[];
};

/**
 * Lints a description as what it is: the text a model chooses by. Errors stop a
 * promotion, warnings do not. English and Chinese are read; in other languages
 * only the rules that need no words apply.
 */
export function lintDescription(input: LintInput): LintFinding[] {
  const text = input.description.trim();
  const lead = input.description.indexOf(text);
  return lintText(input, text).map((found) => ({
    ...found,
    spans: found.spans.map(({ start, end }) => ({ start: start + lead, end: end + lead })),
  }));
}

function lintText(input: LintInput, text: string): LintFinding[] {
  if (text === '') {
    return [
      finding('missing', 'error', 'There is no description.', 'Say what it does, and to what.'),
    ];
  }
  return [
    ...lintLength(text),
    ...lintSafety(text),
    ...lintMarketing(text),
    ...(input.surface === 'tool' ? lintSentence(text) : []),
    ...lintEffect(text, input.effect),
    ...lintDuplicate(text, input.neighbours ?? []),
  ];
}

function lintLength(text: string): LintFinding[] {
  if (text.length > DESCRIPTION_MAX) {
    return [
      finding(
        'too-long',
        'error',
        `It has ${text.length} characters; ${DESCRIPTION_MAX} is the most.`,
        'Keep what helps to choose it; move how-to and examples into the parameter descriptions.',
        { spans: [{ start: DESCRIPTION_MAX, end: text.length }] },
      ),
    ];
  }
  const units = countUnits(text);
  if (units >= FEW_UNITS) return [];
  return [
    finding(
      'too-short',
      units < MIN_UNITS ? 'error' : 'warning',
      'It is too short to choose by.',
      'Say what it does, to what, and what comes back.',
    ),
  ];
}

function lintSafety(text: string): LintFinding[] {
  const hidden = findHiddenCharacters(text).map(({ kind, count, spans }) =>
    finding(
      'hidden-characters',
      'error',
      `It holds ${count} character${count === 1 ? '' : 's'} nobody sees (${kind}).`,
      'Take them out; whatever hidden characters say, people cannot review it.',
      { spans: spans.slice(0, MAX_SPANS), fix: 'remove' },
    ),
  );
  const instructions = findInstructions(text).map(({ excerpt, span }) =>
    finding(
      'instruction',
      'error',
      `It tells the model what to do: "${excerpt}".`,
      'Describe the capability only; take the instruction out.',
      { spans: [span] },
    ),
  );
  return [...hidden, ...instructions];
}

function lintMarketing(text: string): LintFinding[] {
  const words = [...text.matchAll(MARKETING), ...text.matchAll(HAN_MARKETING)];
  if (words.length === 0) return [];
  const named = [...new Set(words.map(([word]) => `"${word.toLowerCase()}"`))]
    .slice(0, 3)
    .join(', ');
  const spans = words.map(({ 0: word, index }) => ({ start: index, end: index + word.length }));
  return [
    finding(
      'marketing',
      'warning',
      `It advertises: ${named}.`,
      'Say what it does instead of how good it is.',
      { spans: spans.slice(0, MAX_SPANS), fix: 'remove' },
    ),
  ];
}

function lintSentence(text: string): LintFinding[] {
  const language = languageOf(text);
  if (language === 'other') return [];
  if (language === 'zh') {
    if (HAN_VERBS.test(text.slice(0, 120))) return [];
    return [noVerb()];
  }
  const opening = wordsOf(text).slice(0, OPENING_WORDS);
  if (!opening.some((word) => VERB_FORMS.has(word))) return [noVerb()];
  const content = opening.filter((word) => !FILLER.has(word));
  if (content.length >= 2) return [];
  return [
    finding(
      'no-object',
      'warning',
      'It does not say to what it does it.',
      'Name what it works on.',
    ),
  ];
}

function noVerb(): LintFinding {
  return finding(
    'no-verb',
    'warning',
    'It does not say what it does.',
    'Begin with a verb: "Lists ...", "Creates ...".',
  );
}

function lintEffect(text: string, effect: Effect | null): LintFinding[] {
  if (effect === null || effect === 'read-only') return [];
  if (EFFECT_STATEMENT.test(text) || languageOf(text) === 'other') return [];
  const words = wordsOf(text);
  const isDestructive = effect === 'destructive';
  const [forms, han] = isDestructive ? [LOSS_FORMS, HAN_LOSSES] : [CHANGE_FORMS, HAN_CHANGES];
  if (words.some((word) => forms.has(word)) || han.test(text)) return [];
  const changes = new Set(words.filter((word) => CHANGE_FORMS.has(word)));
  // A longer text that tells of several changes has said what happens, if not what is lost.
  if (changes.size >= 2 && words.length >= TELLING_WORDS) return [];
  const saysItWrites = changes.size > 0 || HAN_CHANGES.test(text);
  return [
    finding(
      'side-effect',
      isDestructive && saysItWrites ? 'info' : 'warning',
      isDestructive
        ? 'It can destroy something, and does not say what.'
        : 'It changes something, and does not say what.',
      isDestructive
        ? 'Say what is lost and whether it can be undone.'
        : 'Say what is different after the call.',
    ),
  ];
}

function lintDuplicate(text: string, neighbours: readonly Neighbour[]): LintFinding[] {
  const twin = findNearDuplicate(text, neighbours);
  if (!twin) return [];
  return [
    finding(
      'near-duplicate',
      'warning',
      `It reads almost like "${twin.capabilityId}"; a model cannot tell them apart.`,
      'Say what differs, or keep only one of them.',
    ),
  ];
}

const FILLER = new Set(
  'a an the this that it its is are be to of for in on and or with by from as at tool function command'.split(
    ' ',
  ),
);

function wordsOf(text: string): string[] {
  return (
    text
      .replace(/([a-z])([A-Z])/g, '$1 $2')
      .toLowerCase()
      .match(/[a-z]+/g)
      ?.slice(0, 2000) ?? []
  );
}

function countUnits(text: string): number {
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const words = text.match(/[\p{L}\p{N}]+/gu)?.filter((word) => !/\p{Script=Han}/u.test(word));
  const kana = text.match(/[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/gu)?.length ?? 0;
  return (words?.length ?? 0) + Math.ceil(han / 2) + Math.floor(kana / 3);
}

/** Chinese when Han is a fair part of the letters and no kana is there; English by its small words. */
function languageOf(text: string): 'en' | 'zh' | 'other' {
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  const han = text.match(/\p{Script=Han}/gu)?.length ?? 0;
  const latin = text.match(/[a-z]/giu)?.length ?? 0;
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)) return 'other';
  if (han > letters * 0.2) return 'zh';
  if (latin < letters * 0.9) return 'other';
  const foreign =
    /\b(?:der|die|das|und|für|eine[nrms]?|les?|des|une|pour|avec|los|las|una|para|con|della?|per|een|het|voor)\b/giu;
  return (text.match(foreign)?.length ?? 0) >= 2 ? 'other' : 'en';
}

function finding(
  rule: LintRule,
  severity: LintFinding['severity'],
  message: string,
  suggestion: string,
  place: Pick<LintFinding, 'fix'> & { spans?: Span[] } = {},
): LintFinding {
  return { rule, severity, message, suggestion, spans: [], ...place };
}
