const PATHS = {
  bag: 'M6 8h12l1 12H5L6 8Zm3 0V7a3 3 0 0 1 6 0v1',
  search: 'M11 18a7 7 0 1 0 0-14 7 7 0 0 0 0 14Zm5-2 4 4',
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7 8c1-4 4-5 7-5s6 1 7 5',
  menu: 'M4 7h16M4 12h16M4 17h16',
  close: 'M6 6l12 12M18 6 6 18',
  check: 'M5 12.5l4.5 4.5L19 7.5',
  truck: 'M3 6h11v10H3V6Zm11 4h4l3 3v3h-7v-6ZM7 19a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm10 0a2 2 0 1 0 0-4 2 2 0 0 0 0 4Z',
  back: 'M4 9h11a5 5 0 0 1 0 10h-3M4 9l4-4M4 9l4 4',
  chat: 'M4 5h16v11H9l-5 4V5Z',
  leaf: 'M5 19c0-9 5-14 14-14 0 9-5 14-14 14Zm0 0 7-7',
  filter: 'M4 6h16M7 12h10M10 18h4',
  arrow: 'M5 12h14m-6-6 6 6-6 6',
  tag: 'M4 4h8l8 8-8 8-8-8V4Zm4 4h.01',
  lock: 'M6 11h12v9H6v-9Zm3 0V8a3 3 0 0 1 6 0v3',
} as const

/** Always next to text or inside a button with a label, so hidden from screen readers. */
export const Icon = ({ name, size = 22 }: { name: keyof typeof PATHS; size?: number }) => (
  <svg
    aria-hidden="true"
    className="icon"
    width={size}
    height={size}
    viewBox="0 0 24 24"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.6"
    strokeLinecap="round"
    strokeLinejoin="round"
  >
    <path d={PATHS[name]} />
  </svg>
)
