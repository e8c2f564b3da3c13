type ListenTarget = {
  host: string
  port: number
  host_setting: string
  port_setting: string
  /** True if several processes may listen on the port. */
  is_shared?: boolean
}

/** Returns an error that names the settings to change; errors unrelated to the address are returned unchanged. */
export function listenError(
  error: unknown,
  { host, port, host_setting, port_setting, is_shared }: ListenTarget,
): unknown {
  const code = error instanceof Error && 'code' in error ? error.code : null
  switch (code) {
    case 'EADDRINUSE': {
      if (is_shared) {
        return new Error(
          `Port ${port} on ${host} is in use by a process that was started without TIDINGS_REUSE_PORT=true.`,
        )
      }
      return new Error(
        `Port ${port} on ${host} is in use. Choose another port, for example ${port_setting}=${port + 1}.`,
      )
    }
    case 'ENOTSUP':
      return new Error('This operating system does not support TIDINGS_REUSE_PORT=true: remove the setting.')
    case 'EACCES':
      return new Error(`This user may not listen on port ${port} on ${host}. Set ${port_setting} to a port above 1023.`)
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return new Error(`${host_setting} ${host} is not an address of this machine.`)
    default:
      return error
  }
}
