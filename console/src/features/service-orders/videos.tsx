import { api } from '@heatfleet/contract/api.ts'
import { ORDER_LIMITS } from '@heatfleet/contract/service-orders/limits.ts'
import type { OrderDetail } from '@heatfleet/contract/service-orders/row.ts'
import { useEffect, useMemo, useState } from 'react'
import { useChange, useRead } from '../../cloud/call.ts'
import { useErrorText } from '../../messages/error-text.ts'
import { useMessages } from '../../messages/messages.ts'
import { useMissingPermission } from '../../messages/missing-permission.ts'
import { Button } from '../../ui/button.tsx'
import { FileDrop } from '../../ui/file-drop.tsx'
import { useNotify } from '../../ui/notify.tsx'
import { Loading } from '../../ui/states.tsx'
import css from './orders.module.css'

const MEGABYTE = 1_048_576

/** The videos of an order: each is fetched when somebody wants to see it. */
export function Videos({ order: { order_id, videos } }: { order: OrderDetail }) {
  return (
    <span className={css.pictures}>
      {Array.from({ length: videos }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a video has its number and nothing else
        <Video key={index} id={order_id} video_no={index + 1} />
      ))}
    </span>
  )
}

function Video({ id, video_no }: { id: number; video_no: number }) {
  const t = useMessages('service-orders')
  const [is_open, setOpen] = useState(false)
  const { data, error } = useRead(
    api.orderVideo,
    { params: { id, video_no } },
    { enabled: is_open, staleTime: Number.POSITIVE_INFINITY },
  )
  const address = useAddress(data)
  if (!is_open) return <Button onClick={() => setOpen(true)}>{t(($) => $.videos.play, { n: video_no })}</Button>
  if (error !== null) return <span className={css.weak}>{t(($) => $.videos.gone)}</span>
  if (address === null) return <Loading rows={3} />
  return (
    // biome-ignore lint/a11y/useMediaCaption: people film what a unit does; nobody has captions of it
    <video
      className={css.video}
      controls
      autoPlay
      src={address}
      aria-label={t(($) => $.videos.name, { n: video_no })}
    />
  )
}

/** An address of the bytes as long as they are shown. */
const useAddress = (video: { content: string; content_type: string } | undefined): string | null => {
  const address = useMemo(() => {
    if (video === undefined) return null
    const bytes = Uint8Array.from(atob(video.content), (one) => one.charCodeAt(0))
    return URL.createObjectURL(new Blob([bytes], { type: video.content_type }))
  }, [video])
  useEffect(
    () => () => {
      if (address !== null) URL.revokeObjectURL(address)
    },
    [address],
  )
  return address
}

/** Attaches a video to an order; the server finds out whether it is one. */
export function AttachVideo({ order: { order_id, videos, erased } }: { order: OrderDetail }) {
  const t = useMessages('service-orders')
  const notify = useNotify()
  const errorText = useErrorText()
  const missing = useMissingPermission('order:reply')
  const attach = useChange(api.orderVideoAttach)
  if (missing !== undefined || erased) return null
  if (videos >= ORDER_LIMITS.videos_max)
    return <p className={css.weak}>{t(($) => $.videos.full, { max: ORDER_LIMITS.videos_max })}</p>
  const send = async (file: File): Promise<void> => {
    try {
      await attach.mutateAsync({ params: { id: order_id }, body: { content: await base64Of(file) } })
      notify.success(t(($) => $.videos.attached))
    } catch (error) {
      notify.failed(errorText(error))
    }
  }
  return (
    <FileDrop
      label={t(($) => $.videos.attach)}
      choose={t(($) => $.videos.attach)}
      accept="video/mp4,video/webm,video/quicktime"
      file_name={null}
      hint={t(($) => $.videos.hint, { megabytes: ORDER_LIMITS.video_bytes / MEGABYTE })}
      bytes_max={ORDER_LIMITS.video_bytes}
      busy={attach.isPending}
      onFile={(file) => void send(file)}
      onTooLarge={() => notify.error(t(($) => $.videos.too_large))}
    />
  )
}

const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(typeof reader.result === 'string' ? reader.result.replace(/^[^,]*,/, '') : '')
    reader.onerror = () => reject(reader.error ?? new Error('the file cannot be read'))
    reader.readAsDataURL(file)
  })
