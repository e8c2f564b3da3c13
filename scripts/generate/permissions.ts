import { readFile } from 'node:fs/promises'
import { AREAS, PERMISSIONS, type Permission, ROLES } from '../../src/kernel/permissions.ts'
import { markdownTable } from './table.ts'

/** The text in `texts/permissions.md` with tables of areas, roles and their permissions. */
export async function permissionsDocument(): Promise<string> {
  const text = await readFile(new URL('texts/permissions.md', import.meta.url), 'utf8')
  return text.replace('{areas}\n', areasTable()).replace('{roles}\n', rolesTable()).replace('{matrix}\n', matrixTable())
}

function areasTable(): string {
  const rows = Object.entries(AREAS).map(([area, description]) => [`\`${area}\``, description])
  return markdownTable(['Area', 'What it is about'], rows)
}

function rolesTable(): string {
  const rows = Object.entries(ROLES).map(([role, { description }]) => [`\`${role}\``, description])
  return markdownTable(['Role', 'Who has it'], rows)
}

function matrixTable(): string {
  const rows = Object.keys(AREAS).map((area) => [
    `\`${area}\``,
    ...Object.values(ROLES).map(({ permissions }) => lettersOf(area, permissions)),
  ])
  return markdownTable(['', ...Object.keys(ROLES)], rows)
}

/** Initials of the permitted actions in an area. */
function lettersOf(area: string, permitted: readonly Permission[]): string {
  const own = PERMISSIONS.filter((permission) => permission.startsWith(`${area}:`) && permitted.includes(permission))
  return own.map((permission) => permission.charAt(area.length + 1)).join(' ')
}
