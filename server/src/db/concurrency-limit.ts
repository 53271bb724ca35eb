import type { Db } from './database.ts'

/** Runs work when one of its places is free, in the order of arrival. */
export interface ConcurrencyLimit {
  run<Result>(work: () => Promise<Result>): Promise<Result>
}

export function newConcurrencyLimit(places: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let free = places
  return {
    async run(work) {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      try {
        return await work()
      } finally {
        // The place passes to the next directly, so that nobody who arrives now is faster.
        const next = waiting.shift()
        if (next) next()
        else free += 1
      }
    },
  }
}

/**
 * The same database, with as many statements and transactions at a time as the limit has places. For work that comes in
 * bursts and can wait: it leaves connections to everybody else, and does not fail because there is none. A transaction
 * has its place until it ends, so inside it nothing waits.
 */
export function withConcurrencyLimit(db: Db, { run }: ConcurrencyLimit): Db {
  if (db.isTransaction) return db
  const limited: Db = {
    rows: (row, statement) => run(() => db.rows(row, statement)),
    row: (row, statement) => run(() => db.row(row, statement)),
    one: (row, statement) => run(() => db.one(row, statement)),
    run: (statement) => run(() => db.run(statement)),
    defer: (statement) => run(() => db.defer(statement)),
    // Each statement has a place of its own, so none travel together.
    together: (work) => work(limited),
    transaction: (work, mode) => run(() => db.transaction(work, mode)),
    notify: db.notify,
    isTransaction: false,
  }
  return limited
}
