import { runtime } from '@/lib/runtime';
import type { InvocationDetail } from '@/lib/schemas/ledger';
import type { Context } from '../context';
import { notFound } from '../errors';
import { INVOCATION_COLUMNS, INVOCATION_FROM, invocationWhere, Values } from './invocation-sql';
import { type InvocationRow, toInvocation } from './invocation-view';

type Row = InvocationRow & {
  argument_shape: InvocationDetail['argument_shape'];
  arguments_digest: string;
  start_link: InvocationDetail['start_link'];
  end_link: InvocationDetail['end_link'];
};

/**
 * One call with its argument shape, digest and places in the chain.
 * @throws ServiceError NOT_FOUND, also for a call the caller may not read.
 */
export async function getInvocation(call: {
  ctx: Context;
  input: { id: string };
}): Promise<InvocationDetail> {
  const values = new Values();
  const where = invocationWhere(call.ctx, {}, values);
  const { rows } = await runtime().db.pool.query<Row>(
    `SELECT ${INVOCATION_COLUMNS}, s.argument_shape, s.arguments_digest,
        jsonb_build_object('writer_id', s.writer_id, 'seq', s.seq, 'hash', s.hash) AS start_link,
        CASE WHEN e.invocation_id IS NULL THEN NULL ELSE
          jsonb_build_object('writer_id', e.writer_id, 'seq', e.seq, 'hash', e.hash)
        END AS end_link
      ${INVOCATION_FROM} WHERE ${where} AND s.invocation_id = ${values.add(call.input.id)}`,
    values.list,
  );
  const row = rows[0];
  if (!row) throw notFound('invocation', call.input.id);
  const { argument_shape, arguments_digest, start_link, end_link, ...rest } = row;
  return { ...toInvocation(rest), argument_shape, arguments_digest, start_link, end_link };
}
