import type { Permission, Resource, RightGroup } from '@heatfleet/contract/permissions.ts'

/** Name and one-line meaning of every right, for the permission tree; who adds a right adds its words here. */
export const en = {
  groups: {
    device: 'Device management',
    product: 'Product management',
    distributor: 'Distributor management',
    user: 'User management',
    'app-user': 'App users',
    field: 'Fields',
  },
  resources: {
    dashboard: 'Dashboard',
    device: 'Devices',
    binding: 'Bindings',
    appuser: 'App users',
    order: 'Service orders',
    revisit: 'View evaluation',
    app: 'Apps',
    appversion: 'App versions',
    history: 'History',
    controllog: 'Control log',
    product: 'Products',
    datapoint: 'Data points',
    faultcode: 'Fault codes',
    account: 'Accounts',
    agent: 'Distributors',
    api: 'Programs',
    role: 'Roles',
    resgroup: 'Resource groups',
    audit: 'Audit log',
    pii: 'Personal data',
  },
  rights: {
    'dashboard:view': {
      name: 'See the dashboard',
      meaning: 'Figures of the units, accounts and distributors in scope.',
    },
    'device:view': { name: 'See devices', meaning: 'Lists units and opens them with their live values.' },
    'device:edit': { name: 'Edit devices', meaning: 'Renames units and changes what is noted of them.' },
    'device:export': { name: 'Export devices', meaning: 'Has the list of units written to a file.' },
    'device:secret': {
      name: 'Renew device secrets',
      meaning: 'Revokes the secret of a module; it is cut off until it has the new one.',
    },
    'device:control': {
      name: 'Control devices',
      meaning: 'Sets what a user of the unit may set: mode, temperatures, timers.',
    },
    'device:control-installer': {
      name: 'Control as installer',
      meaning: 'Sets the installer’s parameters too; wrong ones can damage a unit.',
    },
    'binding:view': { name: 'See bindings', meaning: 'Sees which app users a unit is bound to.' },
    'binding:bind': {
      name: 'Bind units',
      meaning: 'Binds units to app users by hand and sees their claim codes: who has one may own the unit.',
    },
    'binding:unbind': {
      name: 'Unbind units',
      meaning: 'Takes units from app users; when the owner leaves, all shares end.',
    },
    'binding:transfer': {
      name: 'Transfer units',
      meaning: 'Hands a unit from its owner to another app user; everybody it was shared with leaves.',
    },
    'appuser:view': {
      name: 'See app users',
      meaning: 'Lists the app users of units in scope; personal data stays masked.',
    },
    'appuser:edit': { name: 'Edit app users', meaning: 'Changes what is noted of app users.' },
    'appuser:mark': { name: 'Mark app users', meaning: 'Marks app users and their units: VIP, test, special care.' },
    'appuser:message': { name: 'Write to app users', meaning: 'Sends messages that app users read in the app.' },
    'appuser:disable': { name: 'Disable app users', meaning: 'Shuts app users out of the app, or lets them in again.' },
    'appuser:export': {
      name: 'Export app users',
      meaning: 'Has the list of app users written to a file, personal data masked.',
    },
    'appuser:erase': { name: 'Erase app users', meaning: 'Anonymises app users at their request; cannot be undone.' },
    'order:view': {
      name: 'See service orders',
      meaning: 'Lists what people report about units in scope, and what they are answered.',
    },
    'order:create': { name: 'Enter service orders', meaning: 'Enters orders by hand, for a caller on the phone say.' },
    'order:reply': { name: 'Answer service orders', meaning: 'Answers people and notes things for staff.' },
    'order:assign': { name: 'Assign service orders', meaning: 'Names who processes an order and how urgent it is.' },
    'order:resolve': { name: 'Resolve service orders', meaning: 'Closes orders that were answered.' },
    'order:reopen': { name: 'Reopen service orders', meaning: 'Takes up resolved orders again within a week.' },
    'order:export': { name: 'Export service orders', meaning: 'Has the list of orders written to a file.' },
    'revisit:view': { name: 'See evaluations', meaning: 'Sees how people rated the service.' },
    'revisit:record': { name: 'Record call-backs', meaning: 'Notes what a call back to a person gave.' },
    'app:view': { name: 'See apps', meaning: 'Lists the apps for end users.' },
    'app:edit': { name: 'Edit apps', meaning: 'Registers, changes and disables apps.' },
    'app:secret': {
      name: 'Renew app secrets',
      meaning: 'Makes new keys and secrets; apps with the old ones are shut out.',
    },
    'appversion:view': {
      name: 'See app versions',
      meaning: 'Lists the versions of the apps and how many people use each.',
    },
    'appversion:edit': { name: 'Edit app versions', meaning: 'Enters versions as drafts and changes them.' },
    'appversion:release': {
      name: 'Release app versions',
      meaning: 'Tells the apps of a version, pauses it or takes it back; forced updates lock older ones out.',
    },
    'history:view': { name: 'See history', meaning: 'Opens curves and stored values.' },
    'history:export': { name: 'Export history', meaning: 'Takes stored values away as a file.' },
    'history:preset-edit': { name: 'Save point selections', meaning: 'Keeps selections of points for the curves.' },
    'controllog:view': {
      name: 'See the control log',
      meaning: 'Sees who set what on which unit, and what became of it.',
    },
    'product:view': { name: 'See products', meaning: 'Lists products and their data points.' },
    'product:create': { name: 'Create products', meaning: 'Makes new products, empty or like another one.' },
    'product:edit': { name: 'Edit products', meaning: 'Changes the basics of products and opens their drafts.' },
    'product:publish': { name: 'Publish products', meaning: 'Makes a draft the version by which all units are read.' },
    'product:delete': { name: 'Delete products', meaning: 'Removes products that nothing uses.' },
    'product:export': { name: 'Export products', meaning: 'Downloads the data points of a product as a file.' },
    'product:register-edit': {
      name: 'Edit register names',
      meaning: 'Says which announced name belongs to which product.',
    },
    'product:secret': {
      name: 'Product secrets',
      meaning: 'Shows the secret of a product and makes a new one; programs that use the old one are refused.',
    },
    'product:simulate': {
      name: 'Start virtual units',
      meaning: 'Starts simulated units of a product or its draft, and removes them again.',
    },
    'datapoint:edit': {
      name: 'Edit data points',
      meaning: 'Changes data points and settings in the draft of a product.',
    },
    'datapoint:import': { name: 'Import data points', meaning: 'Takes register lists from sheets into a draft.' },
    'faultcode:view': { name: 'See fault codes', meaning: 'Reads the knowledge base: causes, checks and remedies.' },
    'faultcode:note': { name: 'Note what solved a fault', meaning: 'Writes notes at fault codes after a repair.' },
    'faultcode:edit': { name: 'Edit fault codes', meaning: 'Adds and changes own entries of the knowledge base.' },
    'account:view': {
      name: 'See accounts',
      meaning: 'Lists accounts of the own scope, with their sessions and effective rights.',
    },
    'account:create': {
      name: 'Create accounts',
      meaning: 'Makes accounts with no more than the own rights and scope.',
    },
    'account:edit': {
      name: 'Edit accounts',
      meaning: 'Changes person, role, company and resource group of an account.',
    },
    'account:disable': { name: 'Disable accounts', meaning: 'Closes and opens accounts, and ends their sessions.' },
    'account:delete': { name: 'Delete accounts', meaning: 'Removes disabled accounts for good.' },
    'account:reset-password': {
      name: 'Reset passwords',
      meaning: 'Gives a new initial password and opens locked accounts.',
    },
    'account:view-as': {
      name: 'View as',
      meaning: 'Looks through the eyes of another account, read-only and recorded.',
    },
    'agent:view': { name: 'See distributors', meaning: 'Lists the distributors of the own part of the tree.' },
    'agent:create': {
      name: 'Create distributors',
      meaning: 'Makes distributors below the own one, with their first account.',
    },
    'agent:edit': { name: 'Edit distributors', meaning: 'Changes the data of lower distributors and the own contact.' },
    'agent:move': {
      name: 'Move distributors',
      meaning: 'Gives a distributor, with all its units, to another higher one.',
    },
    'agent:disable': { name: 'Disable distributors', meaning: 'Locks all people of a distributor out of the console.' },
    'agent:export': { name: 'Export distributors', meaning: 'Writes the list of distributors into a file.' },
    'agent:delete': { name: 'Delete distributors', meaning: 'Removes distributors on which nothing hangs any more.' },
    'api:view': { name: 'See tokens of programs', meaning: 'Lists the own tokens for programs.' },
    'api:edit': { name: 'Make tokens for programs', meaning: 'Makes and revokes tokens that act for the own account.' },
    'role:view': { name: 'See roles', meaning: 'Opens roles with the rights they hold.' },
    'role:edit': { name: 'Make and edit roles', meaning: 'Makes roles and changes them, never beyond the own rights.' },
    'role:delete': { name: 'Delete roles', meaning: 'Removes roles that no account has.' },
    'resgroup:view': { name: 'See resource groups', meaning: 'Opens resource groups and what they hold.' },
    'resgroup:edit': {
      name: 'Edit resource groups',
      meaning: 'Makes, changes and removes groups: decides which units other accounts see.',
    },
    'audit:view': { name: 'See the audit log', meaning: 'Sees who changed or tried what, from where.' },
    'audit:export': { name: 'Export the audit log', meaning: 'Has the audit log written to a file.' },
    'pii:export': { name: 'Export personal data', meaning: 'Personal data in full in exported files.' },
    'pii:view': {
      name: 'See personal data',
      meaning: 'Phone numbers, e-mails and addresses in full instead of masked.',
    },
  },
} satisfies {
  groups: Record<RightGroup, string>
  resources: Record<Resource, string>
  rights: Record<Permission, { name: string; meaning: string }>
}
