import { LIMITS } from '@heatfleet/contract/limits.ts'
import { VersionNumber } from '@heatfleet/contract/version-number.ts'
import { useDeviceGroupNames } from '../../cloud/picker-reads.ts'
import { useMessages } from '../../messages/messages.ts'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { FormGrid } from '../../ui/form.tsx'

/** The versions of a text with commas, each once. */
export const versionsOf = (text: string): string[] => [
  ...new Set(
    text
      .split(/[,;\s]+/)
      .map((version) => version.trim())
      .filter((version) => version !== ''),
  ),
]

/** Why the versions cannot be sent. */
export const useVersionsProblem = (text: string): string | undefined => {
  const t = useMessages('firmware')
  const versions = versionsOf(text)
  const wrong = versions.filter((version) => !VersionNumber.safeParse(version).success)
  const beyond = versions.slice(LIMITS.campaign_from_versions_max)
  const shown = [...new Set([...wrong, ...beyond])]
  return shown.length === 0
    ? undefined
    : t(($) => $.campaign.from_versions_wrong, { versions: shown.slice(0, 3).join(', ') })
}

type Field<Value> = { value: Value; onChange: (value: Value) => void; error: string | undefined }

/** From which versions units are upgraded, and which group of them goes first. */
export function CampaignSource(props: {
  versions: Field<string>
  problem: string | undefined
  group: Field<number | null | undefined>
}) {
  const t = useMessages('firmware')
  const groups = useDeviceGroupNames().data
  const { value, onChange, error } = props.group
  return (
    <FormGrid>
      <TextField
        label={t(($) => $.campaign.from_versions)}
        hint={t(($) => $.campaign.from_versions_hint, { max: LIMITS.campaign_from_versions_max })}
        {...props.versions}
        error={props.problem ?? props.versions.error}
      />
      <SelectField
        label={t(($) => $.campaign.test_group)}
        hint={t(($) => $.campaign.test_group_hint, { max: LIMITS.campaign_untested_max })}
        search
        clearable
        placeholder={t(($) => $.campaign.no_test_group)}
        loading={groups === undefined}
        options={(groups ?? []).map(({ group_id, group_name }) => ({ value: group_id, label: group_name }))}
        value={value ?? undefined}
        onChange={(group_id) => onChange(group_id ?? null)}
        error={error}
      />
    </FormGrid>
  )
}
