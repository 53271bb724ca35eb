/** Rows with ids greater than `after` and at most `upTo`: as many as one statement can handle. */
export interface IdRange {
  after: string
  upTo: string
}
