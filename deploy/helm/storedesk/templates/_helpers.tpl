{{- define "storedesk.labels" -}}
app.kubernetes.io/name: storedesk
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "storedesk.selector" -}}
app.kubernetes.io/name: storedesk
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "storedesk.secret" -}}
{{ .Values.existingSecret | default (printf "%s-secrets" .Release.Name) }}
{{- end }}

{{- define "storedesk.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "storedesk.environment" -}}
- configMapRef:
    name: {{ .Release.Name }}-settings
- secretRef:
    name: {{ include "storedesk.secret" . }}
{{- end }}

{{- define "storedesk.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "storedesk.containerSecurity" -}}
allowPrivilegeEscalation: false
capabilities:
  drop: [ALL]
{{- end }}
