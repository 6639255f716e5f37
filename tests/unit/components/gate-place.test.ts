import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { editPlaceOf } from '@/components/capabilities/gate-place';

const form = [
  'capability-form',
  'form-identity-fields',
  'form-policy-fields',
  'form-contract-fields',
]
  .map((name) => readFileSync(`components/capabilities/${name}.tsx`, 'utf8'))
  .join('');

describe('where a gate is passed', () => {
  it.each([
    ['owner', 'owner'],
    ['description', 'description'],
    ['input_schema', 'input-schema'],
    ['scopes', 'scopes'],
    ['risk', 'risk'],
    ['approval_required', 'approval'],
    ['limits.timeout', 'limits'],
    ['limits.rate_per_minute', 'limits'],
    ['smoke', 'safe-example'],
  ])('%s is at #%s of the edit page', (field, anchor) => {
    expect(editPlaceOf('mail.send', field)).toBe(`/capabilities/mail.send/edit#${anchor}`);
    expect(form).toMatch(new RegExp(`(id|anchor)="${anchor}"`));
  });
  it.each(['decision', 'quarantine', 'recertified_at', 'deprecation.disable_at'])(
    '%s is not a matter of editing',
    (field) => {
      expect(editPlaceOf('mail.send', field)).toBeNull();
    },
  );
});
