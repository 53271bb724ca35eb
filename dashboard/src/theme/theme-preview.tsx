import { themeCssVariables } from './css-variables.ts'
import type { ThemeFields } from './theme-fields.ts'
import classes from './theme-preview.module.css'

/** A miniature shop styled only by the variables that storefronts receive. */
export function ThemePreview({ fields }: { fields: ThemeFields }) {
  const { brand, announcement, navigation } = fields
  return (
    <section className={classes.shop} style={themeCssVariables(fields)} aria-label="Shop preview">
      {announcement?.text ? (
        <p className={classes.announcement} data-tone={announcement.tone}>
          {announcement.text}
        </p>
      ) : null}
      <header className={classes.header}>
        <strong className={classes.brand}>{brand.name || 'Shop name'}</strong>
        <span className={classes.links}>
          {navigation.header.slice(0, 4).map(({ key, label }) => (
            <span key={key}>{label}</span>
          ))}
        </span>
      </header>
      <div className={classes.content}>
        <p className={classes.title}>{brand.tagline || 'New this week'}</p>
        <p className={classes.words}>
          Sample text with a <span className={classes.link}>link</span>.
        </p>
        <div className={classes.card}>
          <div className={classes.picture} aria-hidden="true" />
          <div className={classes.facts}>
            <p className={classes.name}>Linen shirt</p>
            <p className={classes.price}>€ 39.00</p>
          </div>
        </div>
        <div className={classes.actions}>
          {/* Not buttons: there is nothing to press, so the Tab key must skip them. */}
          <span className={classes.primary}>Add to cart</span>
          <span className={classes.secondary}>Details</span>
        </div>
        <p className={classes.signs}>
          <span data-tone="success">In stock</span>
          <span data-tone="warning">Low stock</span>
          <span data-tone="danger">Sold out</span>
        </p>
        <p className={classes.muted}>Muted text: delivery within two business days.</p>
      </div>
    </section>
  )
}
