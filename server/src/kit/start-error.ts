/** Something the operator can mend. Its message is one sentence that says what to do; the process prints it and ends with 1. */
export class StartError extends Error {
  override name = 'StartError'
}
