import { type DataScope, SCOPED_RESOURCES } from '@heatfleet/contract/data-scope.ts'
import { LIMITS } from '@heatfleet/contract/limits.ts'
import { ROLE_LEVELS } from '@heatfleet/contract/roles/built-in.ts'
import type { PermissionInfo } from '@heatfleet/contract/roles/right-tree.ts'
import { LEVEL_SCOPES, type RoleDraft } from '@heatfleet/contract/roles/roles.ts'
import type { ReactNode } from 'react'
import { useMessages } from '../../messages/messages.ts'
import { useRightWords } from '../../messages/right-name.ts'
import { CheckTree } from '../../ui/check-tree.tsx'
import { SwitchField } from '../../ui/field-check.tsx'
import { RadioGroupField } from '../../ui/field-choices.tsx'
import { SelectField } from '../../ui/field-select.tsx'
import { TextField } from '../../ui/field-text.tsx'
import { TextAreaField } from '../../ui/field-text-area.tsx'
import { FormGrid } from '../../ui/form.tsx'
import { Panel } from '../../ui/panel.tsx'
import type { Form } from '../../ui/use-form.ts'
import { MenuPreview } from './menu-preview.tsx'
import { requiredBy, rightNodes, withRequiredRights } from './right-nodes.ts'
import { useScopeName } from './role-texts.ts'
import styles from './roles.module.css'

type Props = {
  form: Form<RoleDraft>
  info: PermissionInfo
  /** Permissions to compare with. */
  base?: readonly string[] | undefined
  /** Shows which accounts the change affects. */
  note?: ReactNode
  /** Accounts have the role: its level cannot change. */
  level_fixed?: boolean
}

/**
 * The fields of a role: name, permission tree, data scope with overrides, field permissions, second factor; with a
 * preview of the menu.
 */
export function RoleFields({ form, info, base, note, level_fixed = false }: Props) {
  const t = useMessages('roles')
  return (
    <div className={styles.panels}>
      {note !== undefined && <div className={styles.note}>{note}</div>}
      <Panel title={t(($) => $.panels.basics)}>
        <FormGrid>
          <TextField
            label={t(($) => $.columns.role_name)}
            required
            maxLength={LIMITS.role_name_max}
            {...form.field('role_name')}
          />
          <TextAreaField
            label={t(($) => $.columns.description)}
            rows={2}
            maxLength={LIMITS.role_description_max}
            {...form.field('description')}
          />
          <RadioGroupField
            label={t(($) => $.columns.level)}
            required
            options={ROLE_LEVELS.map((level) => ({
              value: level,
              label: t(($) => $.level[level]),
              hint: t(($) => $.level_hint[level]),
              disabledReason: level_fixed
                ? t(($) => $.level_fixed)
                : info.levels.includes(level)
                  ? undefined
                  : t(($) => $.level_not_yours),
            }))}
            {...form.field('level')}
            onChange={(level) => {
              form.set('level', level)
              form.set('scope_overrides', {})
              const scopes: readonly DataScope[] = LEVEL_SCOPES[level]
              if (!scopes.includes(form.values.data_scope)) form.set('data_scope', scopes[0] ?? 'own_records')
            }}
          />
        </FormGrid>
        <SwitchField
          label={t(($) => $.requires_totp)}
          hint={t(($) => $.requires_totp_hint)}
          checked={form.values.requires_totp}
          onChange={(on) => form.set('requires_totp', on)}
        />
      </Panel>
      <Rights form={form} info={info} base={base} part="others" title={t(($) => $.panels.rights)} />
      <Rights form={form} info={info} base={base} part="fields" title={t(($) => $.panels.fields)} />
      <Scopes form={form} info={info} />
      <MenuPreview permissions={form.values.permissions} />
    </div>
  )
}

function Rights(props: Pick<Props, 'form' | 'info' | 'base'> & { part: 'fields' | 'others'; title: string }) {
  const { form, info, part, base } = props
  const t = useMessages('roles')
  const permission_texts = useRightWords()
  const nodes = rightNodes(info.tree, permission_texts, part)
  const rights = info.tree
    .filter(({ group }) => (group === 'field') === (part === 'fields'))
    .flatMap(({ resources }) => resources.flatMap((resource) => resource.rights))
  const own = new Set<string>(rights.map(({ permission }) => permission))
  const { value, onChange, error } = form.field('permissions')
  return (
    <Panel title={props.title} note={part === 'fields' ? t(($) => $.fields_hint) : undefined}>
      {error !== undefined && <p role="alert">{error}</p>}
      <CheckTree
        label={props.title}
        nodes={nodes}
        value={value.filter((right) => own.has(right))}
        {...(base === undefined ? {} : { base: base.filter((right) => own.has(right)) })}
        requires={requiredBy}
        lockedReason={(right) =>
          rights.some(({ permission, grantable }) => permission === right && !grantable)
            ? t(($) => $.right_not_yours)
            : undefined
        }
        onChange={(next) => onChange(withRequiredRights([...value.filter((right) => !own.has(right)), ...next]))}
      />
    </Panel>
  )
}

function Scopes({ form, info }: Pick<Props, 'form' | 'info'>) {
  const t = useMessages('roles')
  const scopeName = useScopeName()
  const { level, scope_overrides } = form.values
  const scopes: readonly DataScope[] = LEVEL_SCOPES[level]
  return (
    <Panel title={t(($) => $.panels.scope)}>
      <RadioGroupField
        label={t(($) => $.scope_question)}
        required
        options={scopes.map((scope) => ({
          value: scope,
          label: scopeName(scope, level),
          hint: t(($) => $.scopes[level][scope].meaning),
          disabledReason: info.data_scopes.includes(scope) ? undefined : t(($) => $.scope_not_yours),
        }))}
        {...form.field('data_scope')}
      />
      <h3 className={styles.sub}>{t(($) => $.overrides.title)}</h3>
      <p className={styles.muted}>{t(($) => $.overrides.hint)}</p>
      <div className={styles.overrides}>
        {SCOPED_RESOURCES.map((resource) => (
          <SelectField<DataScope>
            key={resource}
            label={t(($) => $.overrides.resources[resource])}
            placeholder={t(($) => $.overrides.as_role)}
            clearable
            value={scope_overrides[resource]}
            options={scopes
              .filter((scope) => info.data_scopes.includes(scope))
              .map((scope) => ({ value: scope, label: scopeName(scope, level) }))}
            onChange={(scope) => {
              const { [resource]: _, ...others } = scope_overrides
              form.set('scope_overrides', scope === undefined ? others : { ...others, [resource]: scope })
            }}
          />
        ))}
      </div>
    </Panel>
  )
}
