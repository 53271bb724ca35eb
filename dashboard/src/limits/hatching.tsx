/** What was refused is told apart by its stripes, not by its colour alone. */
export function Hatching({ id }: { id: string }) {
  return (
    <pattern id={id} width={4} height={4} patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width={4} height={4} fill="var(--refused)" />
      <rect width={1.2} height={4} fill="var(--refused-light)" />
    </pattern>
  )
}
