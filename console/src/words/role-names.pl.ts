import type { en } from './role-names.en.ts'
import type { Words } from './shape.ts'

export const pl: Words<typeof en, 'pl'> = {
  roles: {
    'Platform admin': { name: 'Administrator platformy', description: 'Wszystko i wszędzie.' },
    'Manufacturer staff': { name: 'Pracownik producenta', description: 'Codzienna praca producenta z całą flotą.' },
    'After-sales operator': { name: 'Operator serwisu', description: 'Serwis: urządzenia, alarmy i zgłoszenia.' },
    'Province agent': {
      name: 'Dystrybutor prowincji',
      description: 'Dystrybutor prowincji ze wszystkimi niższymi.',
    },
    'City agent': { name: 'Dystrybutor miasta', description: 'Dystrybutor miasta ze wszystkimi niższymi.' },
    'County agent': { name: 'Dystrybutor powiatu', description: 'Dystrybutor powiatu.' },
    'Read-only auditor': { name: 'Audytor', description: 'Widzi wszystko i niczego nie zmienia.' },
    'Factory line': { name: 'Linia produkcyjna', description: 'Importuje urządzenia i widzi te, które zaimportowała.' },
    'Product engineer': {
      name: 'Inżynier produktu',
      description: 'Tworzy produkty i sprawdza, jak odpowiadają urządzenia.',
    },
  },
}
