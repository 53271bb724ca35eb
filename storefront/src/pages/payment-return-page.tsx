import { definePage } from '../shop/page.ts'

/** Where banks send buyers whose order an agent places: the agent, not this page, continues. */
export const page = definePage<undefined>({
  head: (_data, { theme }) => ({ title: `Thank you – ${theme.brand.name}`, isPrivate: true }),
  View: () => (
    <div className="narrow center">
      <h1>Thank you</h1>
      <p className="lead">
        Your bank has told us. Go back to the app in which you placed the order: it continues there.
      </p>
    </div>
  ),
})
