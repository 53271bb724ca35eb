import { CartDrawer } from './cart/cart-drawer.tsx'
import { BusyNotice } from './layout/busy-notice.tsx'
import { Footer } from './layout/footer.tsx'
import { Header } from './layout/header.tsx'
import { RouterProvider, useRouter } from './router/router.tsx'
import type { Screen } from './shop/page.ts'
import { type Shop, ShopProvider } from './shop/shop-context.tsx'

interface Props {
  shop: Shop
  screen: Screen
  load: (url: string) => Promise<Screen>
}

/** The whole shop, rendered by the server first and then taken over by the browser. */
export const App = ({ shop, screen, load }: Props) => (
  <ShopProvider value={shop}>
    <RouterProvider initial={screen} load={load}>
      <a className="skip-link" href="#content">
        Skip to content
      </a>
      <Header />
      <Content />
      <Footer />
      <CartDrawer />
      <BusyNotice />
    </RouterProvider>
  </ShopProvider>
)

function Content() {
  const { screen, isLoading } = useRouter()
  const { View } = screen.page
  return (
    <main id="content" tabIndex={-1} aria-busy={isLoading}>
      {isLoading ? <div className="progress" role="progressbar" aria-label="Loading the page" /> : null}
      {/* A filter or a search changes the page, another path replaces it. */}
      <View key={screen.url.split('?')[0]} data={screen.data} />
    </main>
  )
}
