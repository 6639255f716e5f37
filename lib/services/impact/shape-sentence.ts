import type { ShapeImpact } from '@/lib/schemas/usage';

type Counted = Omit<ShapeImpact, 'summary'>;

/** "3 of 7 agents pass `force`, which you remove; 412 of the last 1,000 calls would fail." */
export function sentenceOf(counted: Counted): string {
  const { calls, would_fail, cannot_tell, agents, reasons } = counted;
  if (calls === 0) return 'No call is recorded, so nobody is known to be hit.';
  const last = calls === 1 ? 'the one recorded call' : `the last ${number(calls)} calls`;
  const unsure =
    cannot_tell > 0 ? ` Of ${number(cannot_tell)} the recorded shape does not tell.` : '';
  if (would_fail === 0) return `None of ${last} is sure to fail.${unsure}`;
  const [first, ...more] = reasons;
  const many = `${number(would_fail)} of ${last} would fail`;
  if (!first) return `${sentence(many)}.${unsure}`;
  const who = `${number(first.agents)} of ${number(agents.length)} ${agents.length === 1 ? 'agent' : 'agents'}`;
  const others = more.length > 0 ? ', and there is more' : '';
  return `${who} ${doing(first, first.agents === 1)}${others}; ${many}.${unsure}`;
}

function doing({ path, reason, detail }: Counted['reasons'][number], isOne: boolean): string {
  const name = `\`${path.slice(1).replaceAll('/', '.')}\``;
  const pass = isOne ? 'passes' : 'pass';
  switch (reason) {
    case 'removed':
      return `${pass} ${name}, which you remove`;
    case 'required':
      return `${isOne ? 'leaves' : 'leave'} out ${name}, which you require`;
    case 'type':
      return `${pass} ${name}, which ${detail}`;
    case 'closed':
      return `${pass} keys you no longer accept`;
    default:
      return `${pass} ${name === '``' ? 'arguments' : name}, which ${detail}`;
  }
}

function number(value: number): string {
  return value.toLocaleString('en');
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
