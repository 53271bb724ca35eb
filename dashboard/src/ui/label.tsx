import type { ReactNode } from 'react'
import classes from './label.module.css'

export type LabelColor = 'gray' | 'indigo' | 'yellow' | 'orange' | 'red' | 'green' | 'teal' | 'grape'

interface Props {
  color: LabelColor
  isLarge?: boolean
  isOutlined?: boolean
  title?: string
  children: ReactNode
}

/** A word on a tint. Mantine's badges lack contrast in half of these colors. */
export const Label = ({ color, isLarge = false, isOutlined = false, title, children }: Props) => (
  <span
    className={classes.label}
    data-color={color}
    data-large={isLarge || undefined}
    data-outlined={isOutlined || undefined}
    title={title}
  >
    {children}
  </span>
)
