import type { en } from './rights.en.ts'
import type { Words } from './shape.ts'

export const zh: Words<typeof en, 'zh'> = {
  groups: {
    device: '设备管理',
    product: '产品管理',
    distributor: '经销商管理',
    user: '用户管理',
    'app-user': 'App 用户',
    field: '字段权限',
  },
  resources: {
    device: '设备',
    binding: '绑定关系',
    appuser: 'App 用户',
    app: '应用',
    history: '历史数据',
    controllog: '控制日志',
    product: '产品',
    pii: '个人信息',
  },
  rights: {
    'device:view': { name: '查看设备', meaning: '查看设备列表、设备详情及实时数据。' },
    'device:edit': { name: '编辑设备', meaning: '修改设备名称及备注信息。' },
    'device:control': { name: '控制设备', meaning: '设置用户级参数：模式、温度、定时等。' },
    'device:control-installer': { name: '安装级控制', meaning: '可设置安装人员参数；设置不当可能损坏机组。' },
    'binding:view': { name: '查看绑定关系', meaning: '查看设备绑定了哪些 App 用户。' },
    'binding:bind': {
      name: '绑定设备',
      meaning: '手动将设备绑定给 App 用户，并可查看绑定码；持有绑定码即可成为户主。',
    },
    'binding:unbind': { name: '解绑设备', meaning: '解除设备与 App 用户的绑定；户主解绑后，所有分享一并终止。' },
    'appuser:view': { name: '查看 App 用户', meaning: '查看范围内设备的 App 用户；个人信息保持脱敏。' },
    'appuser:edit': { name: '编辑 App 用户', meaning: '修改 App 用户的资料。' },
    'appuser:mark': { name: '标记 App 用户', meaning: '为 App 用户及其设备添加标记：VIP、测试、重点关怀。' },
    'appuser:disable': { name: '停用 App 用户', meaning: '禁止或恢复 App 用户登录应用。' },
    'appuser:erase': { name: '清除 App 用户', meaning: '应用户要求匿名化其数据；不可撤销。' },
    'app:view': { name: '查看应用', meaning: '查看面向终端用户的应用列表。' },
    'app:edit': { name: '编辑应用', meaning: '注册、修改和停用应用。' },
    'app:secret': { name: '更换应用密钥', meaning: '生成新的 Key 和密钥；使用旧密钥的应用将无法访问。' },
    'history:view': { name: '查看历史数据', meaning: '查看曲线和历史存储数据。' },
    'history:preset-edit': { name: '保存选点方案', meaning: '保存曲线所用的数据点组合。' },
    'controllog:view': { name: '查看控制日志', meaning: '查看谁在何时对哪台设备下发了什么指令及其结果。' },
    'product:view': { name: '查看产品', meaning: '查看产品及其数据点。' },
    'pii:view': { name: '查看个人信息', meaning: '完整显示电话、邮箱和地址，不做脱敏。' },
  },
}
