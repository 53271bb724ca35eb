export interface SignedIn {
  status: 'signed_in' | 'two_factor_needed'
}
