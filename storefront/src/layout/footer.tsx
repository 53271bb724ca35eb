import { Link } from '../router/router.tsx'
import { paths, themeHref } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'

export function Footer() {
  const { theme, policies } = useShop().layout
  const { brand, navigation } = theme
  const legal = navigation.footer.flatMap((item) => {
    const href = themeHref(item)
    return href ? [{ label: item.label, href }] : []
  })
  const links =
    legal.length > 0 ? legal : policies.map(({ kind, title }) => ({ label: title, href: paths.policy(kind) }))
  return (
    <footer className="footer">
      <div className="wide footer-columns">
        <div>
          <p className="brand">{brand.name}</p>
          {brand.tagline ? <p className="muted">{brand.tagline}</p> : null}
          <p className="muted">Demo shop: payments are simulated, and nothing is shipped.</p>
        </div>
        <nav aria-label="Service">
          <h2>Service</h2>
          <ul>
            <li>
              <Link href={paths.help()}>Help</Link>
            </li>
            <li>
              <Link href={paths.contact()}>Contact us</Link>
            </li>
            <li>
              <Link href={paths.account()}>Your account</Link>
            </li>
            <li>
              <Link href={paths.collections()}>All collections</Link>
            </li>
          </ul>
        </nav>
        {links.length > 0 ? (
          <nav aria-label="Legal">
            <h2>Legal</h2>
            <ul>
              {links.map(({ label, href }) => (
                <li key={label}>
                  <Link href={href}>{label}</Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </div>
    </footer>
  )
}
