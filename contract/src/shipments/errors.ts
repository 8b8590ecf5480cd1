/** Refusals of shipments and of requests for release. */
export const SHIPMENT_ERRORS = {
  receiver_not_below: 'receiver is not directly below',
  shipment_has_errors: 'shipment has errors',
  nothing_to_recall: 'nothing to recall',
  nothing_to_confirm: 'nothing to confirm',
  release_not_open: 'release not open',
  release_own: 'release of own request',
  release_foreign: 'release of others',
  release_gone: 'released unit gone',
  releases_full: 'releases full',
} as const
