/** Which key sends: people look for the one that is on their keyboard. */
export const isMac = (): boolean => /mac|iphone|ipad/i.test(navigator.userAgent)
