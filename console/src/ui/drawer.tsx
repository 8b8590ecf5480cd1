import { Modal, type ModalProps } from './modal.tsx'

/** A panel at the right: a form of up to ten fields, or details without leaving the list. */
export function Drawer(props: ModalProps) {
  return <Modal shape="drawer" {...props} />
}
