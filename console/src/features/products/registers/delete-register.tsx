import { api } from '@heatfleet/contract/api.ts'
import type { ProductRegister } from '@heatfleet/contract/products/registers.ts'
import { useChange } from '../../../cloud/call.ts'
import { useMessages } from '../../../messages/messages.ts'
import { TypedConfirm } from '../../../ui/confirm-dialog.tsx'
import { useNotify } from '../../../ui/notify.tsx'

/** Takes a name away after it was typed; tells first how many units lose their product. Mounted = open. */
export function DeleteRegister({ register, onClose }: { register: ProductRegister; onClose: () => void }) {
  const t = useMessages('products')
  const notify = useNotify()
  const remove = useChange(api.deleteRegister)
  const { product_key, register_name, device_count } = register
  return (
    <TypedConfirm
      danger
      title={t(($) => $.registers.delete.title, { name: register_name })}
      text={t(($) => $.registers.delete.text, { count: device_count })}
      confirm={t(($) => $.registers.delete.action)}
      expected={register_name}
      onClose={onClose}
      onConfirm={async () => {
        await remove.mutateAsync({ query: { product_key, register_name } })
        notify.success(t(($) => $.registers.delete.done, { name: register_name }))
        onClose()
      }}
    />
  )
}
