import { useEffect } from 'react'

type LeaveGuard = (leave: () => void) => void

let guard: LeaveGuard | undefined

/** For what takes a page away without a change of address, such as another workspace. */
export const confirmLeave: LeaveGuard = (leave) => (guard ? guard(leave) : leave())

/** While it is given, it decides whether and when the page may be left. */
export function useLeaveGuard(next: LeaveGuard | undefined): void {
  useEffect(() => {
    guard = next
    return () => {
      guard = undefined
    }
  }, [next])
}
