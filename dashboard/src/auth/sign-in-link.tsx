import { Anchor } from '@mantine/core'
import { Link } from '@tanstack/react-router'

export function SignInLink() {
  return (
    <Anchor renderRoot={(props) => <Link to="/sign-in" {...props} />} size="sm" ta="center">
      Back to sign-in
    </Anchor>
  )
}
