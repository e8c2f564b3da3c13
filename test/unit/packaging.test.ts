import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { VERSION } from '../../packaging/project.ts'
import { settingNames } from '../../src/config.ts'

const PACKAGING = path.join(import.meta.dirname, '../../packaging')

// biome-ignore lint/suspicious/noExplicitAny: manifests have many shapes, which the schemas check
type Manifest = any

function manifests(file: string): Manifest[] {
  return parseAllDocuments(textOf(`kubernetes/${file}`)).map((document) => document.toJS())
}

function textOf(file: string): string {
  return readFileSync(path.join(PACKAGING, file), 'utf8')
}

const ALL = [...manifests('tidings.yaml'), ...manifests('migrate.yaml')]
const pods = ALL.flatMap(({ spec }) => (spec?.template === undefined ? [] : [spec.template]))

test.each(ALL.map((manifest) => [`${manifest.apiVersion} ${manifest.kind}`, manifest]))(
  'Kubernetes accepts the %s',
  async (_, manifest) => {
    const models = await import(/* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`)
    expect(() => new models[manifest.kind](manifest).validate()).not.toThrow()
    const broken = { ...manifest, metadata: { ...manifest.metadata, labels: 1 } }
    expect(() => new models[manifest.kind](broken).validate()).toThrow()
  },
)

test('selectors match the pods, and probes and services use ports of the container', () => {
  const [server] = pods
  for (const { kind, spec } of ALL) {
    const selector = spec?.selector?.matchLabels ?? spec?.selector
    if (selector !== undefined) expect(server.metadata.labels, kind).toMatchObject(selector)
  }
  const [container] = server.spec.containers
  const ports = container.ports.map(({ name }: Manifest) => name)
  for (const probe of ['startupProbe', 'readinessProbe', 'livenessProbe']) {
    expect(ports, probe).toContain(container[probe].httpGet.port)
  }
  expect(ports).toContain(ALL.find(({ kind }) => kind === 'Service').spec.ports[0].targetPort)
})

test('a policy opens each port to its own namespace, and one proxy is trusted', () => {
  const [server] = pods
  const { spec } = ALL.find(({ kind }) => kind === 'NetworkPolicy')
  expect(server.metadata.labels).toMatchObject(spec.podSelector.matchLabels)
  const [container] = server.spec.containers
  const open = spec.ingress.map(({ from, ports }: Manifest) => {
    expect(from).toEqual([{ namespaceSelector: { matchLabels: expect.anything() } }])
    return ports.map(({ port }: Manifest) => port)
  })
  expect(open).toEqual(container.ports.map(({ name }: Manifest) => [name]))
  expect(ALL.find(({ kind }) => kind === 'ConfigMap').data.TIDINGS_TRUSTED_PROXIES).toBe('1')
})

test('pods run this version unprivileged, with mounts and settings that exist', () => {
  expect(pods).toHaveLength(2)
  const known = new Set(settingNames)
  for (const { spec } of pods) {
    const [container] = spec.containers
    expect(container.image).toMatch(new RegExp(`:${VERSION.replaceAll('.', '\\.')}$`))
    expect(spec.securityContext).toMatchObject({ runAsNonRoot: true, runAsUser: 10_001 })
    expect(container.securityContext).toMatchObject({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    const volumes = spec.volumes.map(({ name }: Manifest) => name)
    for (const { name } of container.volumeMounts) expect(volumes).toContain(name)
    for (const { name } of container.env) expect(known).toContain(name.replace(/_FILE$/, ''))
  }
  const { data } = ALL.find(({ kind }) => kind === 'ConfigMap')
  for (const name of Object.keys(data)) expect(known).toContain(name)
})

test('the compose file names existing settings and files, and waits for a healthy PostgreSQL', () => {
  const { services, volumes } = parse(textOf('container/compose.yaml'))
  const known = new Set(settingNames)
  for (const name of Object.keys(services.tidings.environment)) expect(known).toContain(name)
  const { context, dockerfile } = services.tidings.build
  const file = path.join(PACKAGING, 'container', context, dockerfile)
  expect(readFileSync(file, 'utf8')).toContain('FROM scratch')
  expect(services.tidings.depends_on.postgres.condition).toBe('service_healthy')
  expect(services.rabbitmq.profiles).toEqual(['rabbitmq'])
  const mounted = Object.values(services).flatMap(({ volumes: mounts = [] }: Manifest) => mounts)
  for (const mount of mounted) expect(Object.keys(volumes)).toContain(String(mount).split(':')[0])
})
