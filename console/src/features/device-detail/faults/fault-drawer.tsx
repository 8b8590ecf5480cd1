import { api } from '@heatfleet/contract/api.ts'
import type { FaultCode } from '@heatfleet/contract/faults/codes.ts'
import { useNavigate } from 'react-router'
import { useRead } from '../../../cloud/call.ts'
import { usePermission } from '../../../cloud/session.ts'
import { useMessages } from '../../../messages/messages.ts'
import { Age } from '../../../ui/age.tsx'
import { Button } from '../../../ui/button.tsx'
import { Drawer } from '../../../ui/drawer.tsx'
import { Facts } from '../../../ui/facts.tsx'
import { InfoIcon } from '../../../ui/icons.tsx'
import { useMayLeave } from '../../../ui/leave-guard.tsx'
import { ErrorState, Loading, NeverAny, NoPermission } from '../../../ui/states.tsx'
import { FaultHelp, FaultNotes, FaultSource, SeverityMark, useCategoryText, useFaultName } from '../../faults/public.ts'
import css from './faults.module.css'
import type { ActiveFault } from './use-device-faults.ts'

const WIDTH_PX = 560

/** The knowledge base entry of a fault code of the product. Mounted = open. */
export function FaultDrawer(props: {
  code: string
  product_key: string
  /** The active faults of the device. */
  active_faults: readonly ActiveFault[]
  onClose: () => void
}) {
  const { code, product_key, active_faults, onClose } = props
  const t = useMessages('device-detail')
  const navigate = useNavigate()
  const faultName = useFaultName()
  const mayLeave = useMayLeave()
  const may = usePermission('faultcode:view')
  const page = { query: { pageNo: 1, size: 1 } }
  const read = useRead(api.faultCodeList, { ...page, body: { product_key, code } }, { enabled: may })
  const [fault] = read.data?.list ?? []
  return (
    <Drawer
      open
      width={WIDTH_PX}
      title={fault === undefined ? code : `${fault.code} · ${faultName(fault)}`}
      onClose={() => void mayLeave().then((leave) => leave && onClose())}
      footer={
        fault === undefined ? undefined : (
          <Button onClick={() => void navigate(`/product/fault-codes?fault=${fault.fault_id}`)}>
            {t(($) => $.fault.open)}
          </Button>
        )
      }
    >
      {!may ? (
        <NoPermission permission="faultcode:view" />
      ) : fault !== undefined ? (
        <FaultDetails fault={fault} active_faults={active_faults.find((one) => one.code === code)} />
      ) : read.error !== null ? (
        <ErrorState error={read.error} onRetry={() => void read.refetch()} />
      ) : read.data === undefined ? (
        <Loading />
      ) : (
        <NeverAny icon={InfoIcon} title={t(($) => $.fault.unknown, { code })} text={t(($) => $.fault.unknown_hint)} />
      )}
    </Drawer>
  )
}

function FaultDetails({ fault, active_faults }: { fault: FaultCode; active_faults: ActiveFault | undefined }) {
  const t = useMessages('device-detail')
  const fault_texts = useMessages('faults')
  const categoryText = useCategoryText()
  return (
    <div className={css.parts}>
      <Facts
        least_px={150}
        items={[
          {
            label: fault_texts(($) => $.fields.severity),
            value: <SeverityMark severity={active_faults?.severity ?? fault.severity} />,
          },
          {
            label: t(($) => $.fault.active),
            value: active_faults === undefined ? t(($) => $.fault.not_active) : <Age at={active_faults.since} />,
          },
          { label: fault_texts(($) => $.fields.category), value: categoryText(fault.category) },
        ]}
      />
      <FaultHelp fault={fault} />
      <FaultNotes fault_id={fault.fault_id} />
      <FaultSource source={fault.source} />
    </div>
  )
}
