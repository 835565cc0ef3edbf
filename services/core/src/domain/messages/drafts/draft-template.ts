/** Built-in first message, used without a text or a model. It mentions only known facts about the person. */
export const draftTemplate = {
  subject: '{{ companyName | default: "A short question" }}{% if title %}: a question for its {{ title }}{% endif %}',
  bodyText: `Hello {{ firstName | default: "there" }},

{% if companyName %}I came across {{ companyName }}{% if company.industry %} while looking at {{ company.industry }} \
companies{% endif %}{% if city %} around {{ city }}{% endif %}.{% else %}I came across your profile.{% endif %}{% if \
title %} As {{ title }} you will know best whether this is of use to you.{% endif %}

{{ custom.pitch }}

Would a short call next week make sense? If somebody else looks after this, I would be glad of a name.

Kind regards
{{ senderName }}`,
} as const;
