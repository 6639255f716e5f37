import type { AdapterFailure, AdapterResult, AdapterSuccess } from '@/lib/adapters/adapter';
import { outbound } from '../outbound';
import type { PreparedCall } from './prepared-call';

/** What a tool promised in its output schema is held against what it sent. */
export async function checkOutput(
  call: PreparedCall,
  result: AdapterSuccess,
): Promise<AdapterResult> {
  const { outputSchema, schemaHash } = call.contract;
  const { structuredContent } = result.output;
  if (!outputSchema || result.status !== 'SUCCEEDED') return result;
  if (structuredContent === undefined) {
    return outputFailure('holds no structured content, which the approved output schema promises');
  }
  const { schemas } = outbound.get();
  const verdict = await schemas.validate(
    { schema: outputSchema, key: `out:${schemaHash}` },
    structuredContent,
  );
  if (verdict.valid) return result;
  if ('failure' in verdict) {
    return outputFailure(`could not be checked against the output schema: ${verdict.message}`);
  }
  const first = verdict.errors[0];
  const where = first ? ` (${first.path || 'output'}: ${first.message})` : '';
  return outputFailure(`does not match the approved output schema${where}`);
}

function outputFailure(what: string): AdapterFailure {
  return {
    ok: false,
    kind: 'UPSTREAM_ERROR',
    class: 'protocol_error',
    message: `The provider’s answer ${what}.`,
    mayHaveRun: true,
  };
}
