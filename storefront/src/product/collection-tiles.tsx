import type { PublicCollection } from '@storedesk/sdk'
import { Link } from '../router/router.tsx'
import { paths } from '../shop/paths.ts'
import { Picture } from '../ui/picture.tsx'

interface Props {
  collections: PublicCollection[]
  headingLevel: 2 | 3
}

export function CollectionTiles({ collections, headingLevel }: Props) {
  const Heading = `h${headingLevel}` as const
  return (
    <ul className="tiles">
      {collections.map(({ id, handle, title, description, image }) => (
        <li key={id} className="tile">
          <Picture image={image && { url: image.url, alt: '' }} size={400} />
          <div>
            <Heading>
              <Link href={paths.collection(handle)}>{title}</Link>
            </Heading>
            <p>{description}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
