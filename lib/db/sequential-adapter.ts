import { PrismaPg } from '@prisma/adapter-pg';

type Adapter = Awaited<ReturnType<PrismaPg['connect']>>;
type Transaction = Awaited<ReturnType<Adapter['startTransaction']>>;

/**
 * Prisma's adapter, whose transactions send one statement at a time. Prisma loads the relations of
 * one read all at once; a transaction has one connection, and `pg` stops queueing there in its
 * next major version.
 */
export class SequentialPrismaPg extends PrismaPg {
  override async connect(): Promise<Adapter> {
    const adapter = await super.connect();
    const start = adapter.startTransaction.bind(adapter);
    adapter.startTransaction = async (isolation) => oneAtATime(await start(isolation));
    return adapter;
  }
}

function oneAtATime(transaction: Transaction): Transaction {
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = <Q, T>(run: (query: Q) => Promise<T>) => {
    return (query: Q): Promise<T> => {
      const result = last.then(() => run(query));
      // Who asked is told of a failure; the next in line only waits for the end of it.
      last = result.catch(() => {});
      return result;
    };
  };
  transaction.queryRaw = inTurn(transaction.queryRaw.bind(transaction));
  transaction.executeRaw = inTurn(transaction.executeRaw.bind(transaction));
  return transaction;
}
