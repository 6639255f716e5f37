import { type Effect, effectOf } from '../shared/annotations';
import { maxRisk, type Risk } from '../shared/domain';
import type { JsonObject } from '../shared/json';
import type { Finding } from './types';

const HINTS = ['readOnlyHint', 'destructiveHint', 'idempotentHint', 'openWorldHint'];

const RISK_OF: Record<Effect, Risk> = {
  'read-only': 'LOW',
  writing: 'MEDIUM',
  destructive: 'HIGH',
};

/** Destructive HIGH; writing or unsaid MEDIUM; read-only LOW. A claim of both counts as destructive. */
export function riskFromAnnotations(annotations: JsonObject, floor: Risk): Risk {
  return maxRisk(RISK_OF[effectOf(annotations)], floor);
}

/** Hints that are no booleans or contradict each other. */
export function annotationFindings(annotations: JsonObject): Finding[] {
  const findings: Finding[] = HINTS.filter(
    (hint) => annotations[hint] !== undefined && typeof annotations[hint] !== 'boolean',
  ).map((hint) => ({
    rule: 'annotation-not-boolean',
    severity: 'warning',
    path: `annotations.${hint}`,
    message: `The annotation ${hint} is not true or false and was ignored.`,
    suggestion: 'Ask the owner of the server to correct it; check the risk by hand.',
  }));
  if (annotations.readOnlyHint === true && annotations.destructiveHint === true) {
    findings.push({
      rule: 'annotation-contradiction',
      severity: 'warning',
      path: 'annotations',
      message: 'It claims to be read-only and destructive; it is treated as destructive.',
      suggestion: 'Find out which is true and set the risk.',
    });
  }
  return findings;
}
