import { api } from '@heatfleet/contract/api.ts'
import { useChange, useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useErrorText } from '../../../messages/error-text.ts'
import { useMessages } from '../../../messages/messages.ts'
import { useNotify } from '../../../ui/notify.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ErrorState, Loading } from '../../../ui/states.tsx'
import { ProductPicture, ProductPictureField } from './product-picture.tsx'

/** The picture of a product; a change applies at once, without permission it is read-only. */
export function PicturePanel({ product_key }: { product_key: string }) {
  const t = useMessages('ui')
  const notify = useNotify()
  const errorText = useErrorText()
  const may_edit = usePermission('product:edit')
  const params = { product_key }
  const { data, error, refetch } = useRead(api.productPicture, { params })
  const edit = useChange(api.productPictureEdit)
  const change = (picture: string | null) =>
    void edit.mutateAsync({ params, body: { picture } }).then(
      () => notify.success(picture === null ? t(($) => $.picture.removed) : t(($) => $.picture.saved)),
      (refused: unknown) => notify.failed(errorText(refused)),
    )
  const shown = () => {
    if (data === undefined)
      return error === null ? <Loading /> : <ErrorState error={error} onRetry={() => void refetch()} />
    if (may_edit) return <ProductPictureField picture={data.picture} busy={edit.isPending} onChange={change} />
    if (data.picture === null) return t(($) => $.picture.none)
    return <ProductPicture picture={data.picture} />
  }
  return <Panel title={t(($) => $.picture.title)}>{shown()}</Panel>
}
