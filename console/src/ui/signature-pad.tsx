import { type PointerEvent, useEffect, useId, useRef } from 'react'
import { useMessages } from '../messages/messages.ts'
import { Button } from './button.tsx'
import fields from './field.module.css'
import styles from './signature-pad.module.css'

/** Pixels of the picture; on screen it is as wide as its place. */
const WIDTH_PX = 600
const HEIGHT_PX = 160
/** Ink on paper whatever the theme: the picture is printed. */
const PAPER = '#ffffff'
const INK = '#1d2329'

/** A field to draw a signature in with finger, pen or mouse; gives a PNG as address of itself, null = nothing is drawn. */
export function SignaturePad(props: { label: string; onChange: (drawn: string | null) => void; empty: boolean }) {
  const t = useMessages('ui')
  const id = useId()
  const canvas = useRef<HTMLCanvasElement>(null)
  const drawing = useRef(false)
  useEffect(() => clear(canvas.current), [])
  const placeOf = (event: PointerEvent<HTMLCanvasElement>) => {
    const box = event.currentTarget.getBoundingClientRect()
    return {
      x: ((event.clientX - box.left) / box.width) * WIDTH_PX,
      y: ((event.clientY - box.top) / box.height) * HEIGHT_PX,
    }
  }
  const begin = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext('2d')
    if (pen === null) return
    event.currentTarget.setPointerCapture(event.pointerId)
    drawing.current = true
    const { x, y } = placeOf(event)
    pen.strokeStyle = INK
    pen.lineWidth = 3
    pen.lineCap = 'round'
    pen.lineJoin = 'round'
    pen.beginPath()
    pen.moveTo(x, y)
  }
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const pen = event.currentTarget.getContext('2d')
    if (!drawing.current || pen === null) return
    const { x, y } = placeOf(event)
    pen.lineTo(x, y)
    pen.stroke()
  }
  const end = (event: PointerEvent<HTMLCanvasElement>) => {
    if (!drawing.current) return
    drawing.current = false
    props.onChange(event.currentTarget.toDataURL('image/png'))
  }
  return (
    <div className={fields.field}>
      <span id={id} className={fields.label}>
        {props.label}
      </span>
      <canvas
        ref={canvas}
        width={WIDTH_PX}
        height={HEIGHT_PX}
        className={styles.pad}
        role="img"
        aria-labelledby={id}
        onPointerDown={begin}
        onPointerMove={move}
        onPointerUp={end}
        onPointerCancel={end}
      />
      <div>
        <Button
          size="small"
          kind="text"
          disabled={props.empty}
          onClick={() => {
            clear(canvas.current)
            props.onChange(null)
          }}
        >
          {t(($) => $.signature.clear)}
        </Button>
      </div>
    </div>
  )
}

const clear = (canvas: HTMLCanvasElement | null): void => {
  const pen = canvas?.getContext('2d') ?? null
  if (pen === null) return
  pen.fillStyle = PAPER
  pen.fillRect(0, 0, WIDTH_PX, HEIGHT_PX)
}
