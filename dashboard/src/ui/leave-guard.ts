import { useEffect } from 'react'

type LeaveGuard = (leave: () => void) => void

let guard: LeaveGuard | undefined

/** For leaving a page without a route change, such as switching the workspace. */
export const confirmLeave: LeaveGuard = (leave) => (guard ? guard(leave) : leave())

/** While set, the guard decides whether and when the page may be left. */
export function useLeaveGuard(next: LeaveGuard | undefined): void {
  useEffect(() => {
    guard = next
    return () => {
      guard = undefined
    }
  }, [next])
}
