/**
 * An error the operator can fix. Its message is one sentence that says what to do; the process prints it and exits with
 * 1.
 */
export class StartError extends Error {
  override name = 'StartError'
}
