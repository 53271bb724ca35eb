export interface SignInResult {
  status: 'signed_in' | 'two_factor_required'
}
