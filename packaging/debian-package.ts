import { chmod, cp, mkdir, readdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { BUILT_AT_S, ROOT, VERSION } from './project.ts'
import { runProgram } from './run-program.ts'
import type { Architecture } from './tree.ts'

const DEBIAN_NAMES: Readonly<Record<Architecture, string>> = { x64: 'amd64', arm64: 'arm64' }
const SCRIPTS = ['postinst', 'prerm', 'postrm']

/** Compression of dpkg-deb. The smallest package takes minutes. */
export type Compression = { method: 'xz' | 'none'; level: number }

/**
 * Builds `tidings_VERSION_ARCHITECTURE.deb` into `dist` from the tree of a release: the program below `/usr`, the
 * systemd unit, and settings in `/etc/tidings`. Returns its path.
 */
export async function buildDebianPackage(
  tree: string,
  architecture: Architecture,
  dist: string,
  { method, level }: Compression,
): Promise<string> {
  const root = `${tree}.deb-root`
  try {
    await layRoot(root, tree, architecture)
    const file = path.join(dist, `tidings_${VERSION}_${DEBIAN_NAMES[architecture]}.deb`)
    const env = { ...process.env, SOURCE_DATE_EPOCH: String(BUILT_AT_S) }
    const options = ['--root-owner-group', `-Z${method}`, `-z${level}`, '--build']
    await runProgram('dpkg-deb', [...options, root, file], { env })
    return file
  } finally {
    await rm(root, { recursive: true, force: true })
  }
}

async function layRoot(root: string, tree: string, architecture: Architecture): Promise<void> {
  const place = async (from: string, to: string, mode?: number) => {
    const target = path.join(root, to)
    await mkdir(path.dirname(target), { recursive: true })
    await cp(from, target, { recursive: true })
    if (mode !== undefined) await chmod(target, mode)
  }
  await place(path.join(tree, 'bin'), 'usr/bin')
  await place(path.join(tree, 'lib'), 'usr/lib')
  for (const file of await readdir(tree)) {
    if (file !== 'bin' && file !== 'lib') await place(path.join(tree, file), `usr/share/doc/tidings/${file}`)
  }
  await place(path.join(ROOT, 'LICENSE'), 'usr/share/doc/tidings/copyright', 0o644)
  await place(path.join(ROOT, 'packaging/systemd/tidings.service'), 'lib/systemd/system/tidings.service', 0o644)
  await place(path.join(ROOT, 'packaging/systemd/tidings.env'), 'etc/tidings/tidings.env', 0o600)
  for (const script of SCRIPTS) await place(path.join(ROOT, 'packaging/debian', script), `DEBIAN/${script}`, 0o755)
  await writeFile(path.join(root, 'DEBIAN/conffiles'), '/etc/tidings/tidings.env\n')
  await writeFile(path.join(root, 'DEBIAN/control'), control(architecture, await sizeOf(root)))
}

function control(architecture: Architecture, size_kib: number): string {
  return `Package: tidings
Version: ${VERSION}
Architecture: ${DEBIAN_NAMES[architecture]}
Maintainer: Tidings
Installed-Size: ${size_kib}
Depends: libc6 (>= 2.28), libgcc-s1, libstdc++6
Recommends: postgresql (>= 15)
Section: net
Priority: optional
Description: self-hosted store back end that delivers its events
 Products, carts, orders, customers and promotions behind an API. Each change is an
 event that is delivered, at least once, to webhooks, Amazon SQS and STOMP brokers.
`
}

async function sizeOf(folder: string): Promise<number> {
  const { stdout } = await runProgram('du', ['-sk', '--apparent-size', folder])
  return Number.parseInt(stdout, 10)
}
