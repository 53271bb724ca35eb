/** Rows whose ids are greater than `after` and not greater than `upTo`: as many as one statement can deal with. */
export interface IdRange {
  after: string
  upTo: string
}
