export class SmokeFailure extends Error {}

export function expect(holds: boolean, message: string): void {
  if (!holds) throw new SmokeFailure(message)
}
