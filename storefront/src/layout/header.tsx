import type { Theme } from '@storedesk/sdk'
import { useEffect, useState } from 'react'
import { Link, useRouter } from '../router/router.tsx'
import { SearchForm } from '../search/search-form.tsx'
import { paths, themeHref } from '../shop/paths.ts'
import { useShop } from '../shop/shop-context.tsx'
import { countItems, useCart } from '../shop/use-cart.ts'
import { useSession } from '../shop/use-session.ts'
import { Drawer } from '../ui/dialog.tsx'
import { Icon } from '../ui/icon.tsx'

type NavigationItem = Theme['navigation']['header'][number]

export function Header() {
  const { brand, navigation, announcement } = useShop().layout.theme
  return (
    <>
      {announcement ? (
        <aside className={`announcement announcement-${announcement.tone ?? 'info'}`} aria-label="Announcement">
          {announcement.url ? (
            <Link href={themeHref({ url: announcement.url }) ?? ''}>{announcement.text}</Link>
          ) : (
            announcement.text
          )}
        </aside>
      ) : null}
      <header className="header">
        <div className="wide header-row">
          <Menu items={navigation.header} />
          <Link className="brand" href={paths.home()}>
            {brand.logoUrl ? <img src={brand.logoUrl} alt={brand.name} height={36} /> : brand.name}
          </Link>
          <SearchForm id="search" />
          <AccountLink />
          <CartButton />
        </div>
        <nav className="wide header-nav" aria-label="Collections">
          <ul>
            {navigation.header.map((item) => (
              <li key={item.label}>
                <NavigationLink item={item} />
                {item.items?.length ? (
                  <ul className="header-submenu">
                    {item.items.map((child) => (
                      <li key={child.label}>
                        <NavigationLink item={child} />
                      </li>
                    ))}
                  </ul>
                ) : null}
              </li>
            ))}
          </ul>
        </nav>
      </header>
    </>
  )
}

function NavigationLink({ item }: { item: NavigationItem }) {
  const { screen } = useRouter()
  const href = themeHref(item)
  if (href === undefined) return <span>{item.label}</span>
  const isCurrent = screen.url.split('?')[0] === href
  return (
    <Link href={href} aria-current={isCurrent ? 'page' : undefined}>
      {item.label}
    </Link>
  )
}

/** The navigation on a phone. */
function Menu({ items }: { items: NavigationItem[] }) {
  const { screen } = useRouter()
  const [isOpen, setOpen] = useState(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another page closes the menu
  useEffect(() => setOpen(false), [screen.url])
  return (
    <div className="menu">
      <button type="button" className="icon-button" aria-label="Menu" onClick={() => setOpen(true)}>
        <Icon name="menu" />
      </button>
      <Drawer title="Menu" side="left" isOpen={isOpen} onClose={() => setOpen(false)}>
        <nav aria-label="Menu" className="menu-list">
          <ul>
            {items
              .flatMap((item) => [item, ...(item.items ?? [])])
              .map((item) => (
                <li key={item.label}>
                  <NavigationLink item={item} />
                </li>
              ))}
            <li>
              <Link href={paths.account()}>Account</Link>
            </li>
            <li>
              <Link href={paths.help()}>Help</Link>
            </li>
          </ul>
        </nav>
      </Drawer>
    </div>
  )
}

function AccountLink() {
  const { customer } = useSession()
  return (
    <Link className="icon-button" href={paths.account()} aria-label={customer ? 'Your account' : 'Sign in'}>
      <Icon name="person" />
    </Link>
  )
}

function CartButton() {
  const { cart, store } = useCart()
  const count = countItems(cart)
  return (
    <Link
      className="icon-button cart-button"
      href={paths.cart()}
      aria-label={`Cart, ${count === 1 ? '1 item' : `${count} items`}`}
      onClick={(event) => {
        event.preventDefault()
        store.openDrawer()
      }}
    >
      <Icon name="bag" />
      {count > 0 ? <span className="cart-count">{count}</span> : null}
    </Link>
  )
}
