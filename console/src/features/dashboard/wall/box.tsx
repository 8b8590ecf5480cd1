import type { ReactNode } from 'react'
import css from './wall.module.css'

/** A box of the wall with its title. */
export function Box(props: { title: ReactNode; note?: ReactNode; grow?: boolean; children: ReactNode }) {
  return (
    <section className={css.box} data-grow={props.grow || undefined}>
      <h2>
        {props.title}
        {props.note !== undefined && <span>{props.note}</span>}
      </h2>
      {props.children}
    </section>
  )
}
