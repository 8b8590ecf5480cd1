import { Modal, type ModalProps } from './modal.tsx'

/** A panel at the right for up to ten fields, or a closer look without leaving the list. */
export function Drawer(props: ModalProps) {
  return <Modal shape="drawer" {...props} />
}
