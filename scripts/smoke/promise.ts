export class BrokenPromise extends Error {}

export function expect(kept: boolean, promise: string): void {
  if (!kept) throw new BrokenPromise(promise)
}
