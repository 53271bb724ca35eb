import { AccountDetails } from '../account/account-details.tsx'
import { SignIn } from '../account/sign-in.tsx'
import { definePage } from '../shop/page.ts'
import { useSession } from '../shop/use-session.ts'

export const page = definePage<undefined>({
  head: (_data, { theme }) => ({ title: `Your account – ${theme.brand.name}`, isPrivate: true }),
  View: () => {
    const { customer, isLoaded } = useSession()
    return (
      <div className="narrow">
        <h1>Your account</h1>
        {isLoaded ? (
          customer ? (
            <AccountDetails />
          ) : (
            <SignIn />
          )
        ) : (
          <p className="muted" role="status">
            Loading your account…
          </p>
        )}
      </div>
    )
  },
})
