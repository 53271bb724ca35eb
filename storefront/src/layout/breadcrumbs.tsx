import { Link } from '../router/router.tsx'
import { paths } from '../shop/paths.ts'

export const Breadcrumbs = ({ trail, current }: { trail: { label: string; href: string }[]; current: string }) => (
  <nav className="wide breadcrumbs" aria-label="Breadcrumbs">
    <ol>
      {[{ label: 'Home', href: paths.home() }, ...trail].map(({ label, href }) => (
        <li key={href}>
          <Link href={href}>{label}</Link>
        </li>
      ))}
      <li aria-current="page">{current}</li>
    </ol>
  </nav>
)
