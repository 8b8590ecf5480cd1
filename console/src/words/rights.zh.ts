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
    history: '历史数据',
    controllog: '控制日志',
    product: '产品',
    api: '程序接口',
    role: '角色',
    resgroup: '资源组',
    pii: '个人信息',
  },
  rights: {
    'device:view': { name: '查看设备', meaning: '查看设备列表、设备详情及实时数据。' },
    'device:edit': { name: '编辑设备', meaning: '修改设备名称及备注信息。' },
    'device:control': { name: '控制设备', meaning: '设置用户级参数：模式、温度、定时等。' },
    'device:control-installer': { name: '安装级控制', meaning: '可设置安装人员参数；设置不当可能损坏机组。' },
    'binding:view': { name: '查看绑定关系', meaning: '查看设备绑定了哪些 App 用户。' },
    'history:view': { name: '查看历史数据', meaning: '查看曲线和历史存储数据。' },
    'history:preset-edit': { name: '保存选点方案', meaning: '保存曲线所用的数据点组合。' },
    'controllog:view': { name: '查看控制日志', meaning: '查看谁在何时对哪台设备下发了什么指令及其结果。' },
    'product:view': { name: '查看产品', meaning: '查看产品及其数据点。' },
    'api:view': { name: '查看程序令牌', meaning: '查看自己的程序令牌。' },
    'api:edit': { name: '管理程序令牌', meaning: '创建和撤销代表本人账号的令牌。' },
    'role:view': { name: '查看角色', meaning: '查看角色及其权限。' },
    'role:edit': { name: '新建和编辑角色', meaning: '新建、修改角色，不得超出自身权限。' },
    'role:delete': { name: '删除角色', meaning: '删除没有账号使用的角色。' },
    'resgroup:view': { name: '查看资源组', meaning: '查看资源组及其包含的内容。' },
    'resgroup:edit': { name: '编辑资源组', meaning: '新建、修改、删除资源组，决定其他账号能看到哪些设备。' },
    'pii:view': { name: '查看个人信息', meaning: '完整显示电话、邮箱和地址，不做脱敏。' },
  },
}
