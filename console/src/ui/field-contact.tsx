import { useMessages } from '../messages/messages.ts'
import { TextField, type TextFieldProps } from './field-text.tsx'

type Props = Omit<TextFieldProps, 'type' | 'autoComplete'>

/** A phone number in any common notation; the contract normalises it. */
export function PhoneField(props: Props) {
  const t = useMessages('ui')
  return <TextField hint={t(($) => $.phone_hint)} {...props} type="tel" />
}

/** An e-mail address. */
export function EmailField(props: Props) {
  return <TextField {...props} type="email" />
}
