import { api } from '@heatfleet/contract/api.ts'
import type { OrderLine } from '@heatfleet/contract/service-orders/row.ts'
import { useRead } from '../../cloud/call.ts'
import { Photo, Photos } from '../../ui/photos.tsx'

/** Photos at an answer or a note. */
export function LinePhotos({ order_id, line: { line_id, pictures } }: { order_id: number; line: OrderLine }) {
  return (
    <Photos
      count={pictures}
      of={(picture_no) => <LinePhoto key={picture_no} order_id={order_id} line_id={line_id} picture_no={picture_no} />}
    />
  )
}

function LinePhoto(props: { order_id: number; line_id: number; picture_no: number }) {
  const { order_id: id, line_id, picture_no } = props
  const request = { params: { id, line_id, picture_no } }
  const { data, error } = useRead(api.orderLinePicture, request, { staleTime: Infinity })
  return <Photo n={picture_no} picture={data?.picture} failed={error !== null} />
}
